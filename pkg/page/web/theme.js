// Light or dark: as the system has it, or as chosen here.

export function wireTheme({ desk, settings }) {
  const choice = document.getElementById("theme");
  const apply = () => {
    const { theme } = document.documentElement.dataset;
    if (choice.value === "auto") {
      delete document.documentElement.dataset.theme;
    } else {
      document.documentElement.dataset.theme = choice.value;
    }
    if (theme !== document.documentElement.dataset.theme) {
      desk.tell("theme", choice.value);
    }
  };
  const kept = settings.get("theme", "auto");
  choice.value = ["light", "dark"].includes(kept) ? kept : "auto";
  apply();
  choice.addEventListener("change", () => {
    settings.set("theme", choice.value);
    apply();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => desk.tell("theme", choice.value));
}
