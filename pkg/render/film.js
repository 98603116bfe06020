(()=>{for(const film of document.querySelectorAll('[data-film="FILM"]:not([data-ready])')){
film.querySelector(".still").insertAdjacentHTML("afterend",PLAYER);
const find=s=>film.querySelector(s),play=find("[data-do=play]"),slider=find("input"),count=find("output"),caption=find(".show figcaption"),
steps=[...film.querySelectorAll("ol.alt li")].map(e=>e.textContent),last=steps.length-1,hold=film.dataset.hold.split(" ").map(Number),
parts=[...film.querySelectorAll("[data-on]")].map(e=>[e,e.dataset.on.split(" ").map(r=>r.split("-").map(Number))]),
still=matchMedia("(prefers-reduced-motion:reduce)");
let at=0,timer=0;
const show=i=>{at=Math.min(Math.max(i,0),last);
for(const [e,on] of parts)e.style.display=on.some(([a,b=a])=>at>=a?b>=at:false)?"":"none";
slider.value=at+1;count.textContent=at+1+" of "+(last+1);slider.setAttribute("aria-valuetext",count.textContent+": "+steps[at]);caption.textContent=steps[at]};
const stop=()=>{clearTimeout(timer);timer=0;play.textContent="Play";caption.setAttribute("aria-live","polite")};
const run=()=>{timer=setTimeout(()=>{show(at+1);at===last?stop():run()},hold[at]??hold[0])};
const start=()=>{if(still.matches)return;if(at===last)show(0);play.textContent="Pause";caption.setAttribute("aria-live","off");run()};
const go=i=>{stop();show(i)};
const keys={ArrowLeft:()=>go(at-1),ArrowRight:()=>go(at+1),ArrowUp:()=>go(at+1),ArrowDown:()=>go(at-1),Home:()=>go(0),End:()=>go(last)," ":()=>timer?stop():start()};
play.onclick=keys[" "];find("[data-do=back]").onclick=keys.ArrowLeft;find("[data-do=next]").onclick=keys.ArrowRight;slider.oninput=()=>go(slider.value-1);
find(".show").addEventListener("keydown",e=>{const press=keys[e.key];
if(!press||e.ctrlKey||e.altKey||e.metaKey||(e.key===" "?e.target.dataset.do:false))return;
e.preventDefault();e.stopPropagation();press()});
show(0);film.dataset.ready=""}})()
