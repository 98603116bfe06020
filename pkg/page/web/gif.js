// A writer of animated GIF: one palette for all frames, and of each frame the rectangle that differs from the one before.

/** Bytes is a list of bytes that grows. */
class Bytes {
  #data = new Uint8Array(1 << 16);
  length = 0;

  push(...values) {
    for (const v of values) {
      if (this.length === this.#data.length) {
        const larger = new Uint8Array(2 * this.length);
        larger.set(this.#data);
        this.#data = larger;
      }
      this.#data[this.length++] = v;
    }
  }

  /** short writes 16 bits, the low ones first. */
  short(v) {
    this.push(v & 255, v >> 8 & 255);
  }

  text(t) {
    this.push(...[...t].map((c) => c.charCodeAt(0)));
  }

  all() {
    return this.#data.subarray(0, this.length);
  }
}

/** The index that means "as in the frame before". */
const SAME = 0;
const COLOURS = 256;
/** Codes of the packing have up to 12 bits. */
const CODES = 4096;

/** pack writes indices of 8 bits by GIF's variant of LZW, in blocks of at most 255 bytes. */
function pack(indices, out) {
  const clear = COLOURS;
  const end = COLOURS + 1;
  const next = new Int16Array(CODES * COLOURS); // the code of a code followed by an index, 0 for none
  let block = [];
  let bits = 0;
  let held = 0;
  let size = 9;
  let used = end;
  const flush = () => {
    if (block.length > 0) {
      out.push(block.length, ...block);
      block = [];
    }
  };
  const write = (code) => {
    bits |= code << held;
    for (held += size; held >= 8; held -= 8) {
      block.push(bits & 255);
      bits >>>= 8;
      if (block.length === 255) {
        flush();
      }
    }
  };
  out.push(8);
  write(clear);
  let code = indices[0];
  for (let i = 1; i < indices.length; i++) {
    const index = indices[i];
    const at = code * COLOURS + index;
    if (next[at] !== 0) {
      code = next[at];
      continue;
    }
    write(code);
    code = index;
    if (used + 1 < CODES) {
      next[at] = ++used;
      if (used === 1 << size && size < 12) {
        size++;
      }
    } else {
      write(clear);
      next.fill(0);
      used = end;
      size = 9;
    }
  }
  write(code);
  write(end);
  if (held > 0) {
    block.push(bits & 255);
  }
  flush();
  out.push(0);
}

/** colour is that of a pixel as one number. */
const colour = (p, i) => p[i] << 16 | p[i + 1] << 8 | p[i + 2];

/** GIF writes frames of one size. */
export class GIF {
  #out = new Bytes();
  #width;
  #height;
  #palette;
  #index = new Map();
  #before = null;

  /** @param {Uint8ClampedArray[]} samples pixels of frames that have the colours of all */
  constructor(width, height, samples) {
    this.#width = width;
    this.#height = height;
    const count = new Map();
    for (const p of samples) {
      for (let i = 0; i < p.length; i += 4) {
        const c = colour(p, i);
        count.set(c, (count.get(c) ?? 0) + 1);
      }
    }
    this.#palette = [...count].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, COLOURS - 1).map(([c]) => c);
    this.#palette.forEach((c, i) => this.#index.set(c, i + 1));
    const o = this.#out;
    o.text("GIF89a");
    o.short(width);
    o.short(height);
    o.push(0xf7, 0, 0); // 256 colours
    o.push(0, 0, 0); // of which the first is never seen
    for (let i = 0; i < COLOURS - 1; i++) {
      const c = this.#palette[i] ?? 0;
      o.push(c >> 16, c >> 8 & 255, c & 255);
    }
    o.push(0x21, 0xff, 11);
    o.text("NETSCAPE2.0");
    o.push(3, 1, 0, 0, 0); // for ever
  }

  /** of is the index of a colour, or of the nearest there is. */
  #of(c) {
    let found = this.#index.get(c);
    if (found === undefined) {
      let best = Infinity;
      this.#palette.forEach((p, i) => {
        const d = ((p >> 16) - (c >> 16)) ** 2 + ((p >> 8 & 255) - (c >> 8 & 255)) ** 2 + ((p & 255) - (c & 255)) ** 2;
        if (d < best) {
          best = d;
          found = i + 1;
        }
      });
      this.#index.set(c, found);
    }
    return found;
  }

  /** add appends a frame. @param {Uint8ClampedArray} pixels @param {number} delay in milliseconds */
  add(pixels, delay) {
    const whole = new Uint8Array(this.#width * this.#height);
    let [left, right, top, bottom] = [this.#width, -1, this.#height, -1];
    for (let i = 0; i < whole.length; i++) {
      whole[i] = this.#of(colour(pixels, 4 * i));
      if (!this.#before || whole[i] !== this.#before[i]) {
        const x = i % this.#width;
        const y = Math.floor(i / this.#width);
        [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
      }
    }
    if (right < 0) {
      [left, right, top, bottom] = [0, 0, 0, 0];
    }
    const [w, h] = [right - left + 1, bottom - top + 1];
    const part = new Uint8Array(w * h);
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        const i = (top + y) * this.#width + left + x;
        part[y * w + x] = this.#before && whole[i] === this.#before[i] ? SAME : whole[i];
      }
    }
    const o = this.#out;
    o.push(0x21, 0xf9, 4, 0x05); // it stays; the first colour is transparent
    o.short(Math.round(delay / 10));
    o.push(SAME, 0, 0x2c);
    o.short(left);
    o.short(top);
    o.short(w);
    o.short(h);
    o.push(0);
    pack(part, o);
    this.#before = whole;
  }

  /** finish ends the file. @returns {Blob} */
  finish() {
    this.#out.push(0x3b);
    return new Blob([this.#out.all()], { type: "image/gif" });
  }
}
