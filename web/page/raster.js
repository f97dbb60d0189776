// A picture in memory that is drawn pixel by pixel. The cost of a disc is that of its pixels, on every machine: a canvas
// call each is dearer where there is no graphics card. Coordinates are in pixels, colours as `packed` gives them.

/** In whole numbers, red and blue at once; alpha 0 to 255. */
function mixed(under, over, alpha) {
  const share = alpha + (alpha >> 7), rest = 256 - share;
  const redBlue = ((Math.imul(under & 0xff00ff, rest) + Math.imul(over & 0xff00ff, share)) >>> 8) & 0xff00ff;
  const green = ((Math.imul(under & 0xff00, rest) + Math.imul(over & 0xff00, share)) >>> 8) & 0xff00;
  return (0xff000000 | redBlue | green) >>> 0;
}

const share = (distance) => (distance <= 0 ? 0 : distance >= 1 ? 1 : distance);

export class Raster {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.image = new ImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  /** A body: fill inside, rim of that width about it, outline of one pixel outside; a nose shows the heading x,y. */
  body(x, y, radius, { fill, rim, outline, nose }, width, headingX, headingY) {
    const { pixels } = this, outer = radius + 0.5, inner = radius - width, tail = 0.12 * inner;
    const low = (outer + 0.5) ** 2, solid = Math.max(0, inner - 0.5) ** 2;
    const top = Math.max(0, Math.ceil(y - outer - 1)), bottom = Math.min(this.height - 1, Math.floor(y + outer + 1));
    const left = Math.max(0, Math.ceil(x - outer - 1)), right = Math.min(this.width - 1, Math.floor(x + outer + 1));
    for (let j = top; j <= bottom; j++) {
      const dy = j - y;
      for (let i = left, at = j * this.width + left; i <= right; i++, at++) {
        const dx = i - x, square = dx * dx + dy * dy;
        if (square >= low) continue;
        let colour = fill;
        if (nose) { // a triangle before the middle
          const ahead = dx * headingX + dy * headingY, across = Math.abs(dy * headingX - dx * headingY);
          const inside = Math.min(0.62 * (0.95 * inner - ahead) - across, ahead - tail);
          if (inside > -0.5) colour = mixed(fill, nose, Math.round(255 * share(inside + 0.5)));
        }
        if (square <= solid) {
          pixels[at] = colour;
          continue;
        }
        const distance = Math.sqrt(square);
        colour = mixed(colour, rim, Math.round(255 * share(distance - inner + 0.5)));
        colour = mixed(colour, outline, Math.round(255 * share(distance - radius + 1)));
        pixels[at] = mixed(pixels[at], colour, Math.round(255 * share(outer - distance + 0.5)));
      }
    }
  }

  /** A circle of that width; inside, unless 0, is laid over what it encloses. */
  ring(x, y, radius, width, colour, inside = 0) {
    const { pixels } = this, half = width / 2, most = radius + half + 0.5, least = Math.max(0, radius - half - 0.5);
    const top = Math.max(0, Math.ceil(y - most)), bottom = Math.min(this.height - 1, Math.floor(y + most));
    for (let j = top; j <= bottom; j++) {
      const dy = j - y, reach = Math.sqrt(Math.max(0, most * most - dy * dy));
      const left = Math.max(0, Math.ceil(x - reach)), right = Math.min(this.width - 1, Math.floor(x + reach));
      for (let i = left, at = j * this.width + left; i <= right; i++, at++) {
        const dx = i - x, square = dx * dx + dy * dy;
        if (square < least * least) {
          if (inside) pixels[at] = mixed(pixels[at], colour, inside);
          continue;
        }
        const cover = share(half + 0.5 - Math.abs(Math.sqrt(square) - radius));
        if (cover > 0) pixels[at] = mixed(pixels[at], colour, Math.round(255 * cover));
      }
    }
  }

  disc(x, y, radius, colour, alpha = 255) {
    const { pixels } = this, most = radius + 0.5;
    const top = Math.max(0, Math.ceil(y - most)), bottom = Math.min(this.height - 1, Math.floor(y + most));
    const left = Math.max(0, Math.ceil(x - most)), right = Math.min(this.width - 1, Math.floor(x + most));
    for (let j = top; j <= bottom; j++)
      for (let i = left, at = j * this.width + left; i <= right; i++, at++) {
        const cover = share(most - Math.hypot(i - x, j - y));
        if (cover > 0) pixels[at] = mixed(pixels[at], colour, Math.round(alpha * cover));
      }
  }

  /** A straight line of that width, without caps, so that the pieces of a trail do not cover each other. */
  line(fromX, fromY, toX, toY, width, colour, alpha = 255) {
    const dx = toX - fromX, dy = toY - fromY, length = Math.hypot(dx, dy);
    if (length < 0.01) return;
    const ux = dx / length, uy = dy / length, half = width / 2, { pixels } = this;
    const top = Math.max(0, Math.ceil(Math.min(fromY, toY) - half - 0.5)), bottom = Math.min(this.height - 1, Math.floor(Math.max(fromY, toY) + half + 0.5));
    for (let j = top; j <= bottom; j++) {
      let left = Math.min(fromX, toX) - half - 0.5, right = Math.max(fromX, toX) + half + 0.5;
      if (Math.abs(uy) > 0.05) { // the row cuts the line: pixels farther from that point are not in it
        const middle = fromX + ((j - fromY) * ux) / uy, reach = (half + 1) / Math.abs(uy);
        left = Math.max(left, middle - reach);
        right = Math.min(right, middle + reach);
      }
      const end = Math.min(this.width - 1, Math.floor(right));
      for (let i = Math.max(0, Math.ceil(left)), at = j * this.width + i; i <= end; i++, at++) {
        const px = i - fromX, py = j - fromY, along = px * ux + py * uy, across = Math.abs(py * ux - px * uy);
        const cover = share(half + 0.5 - across) * share(along + 0.5) * share(length - along + 0.5);
        if (cover > 0) pixels[at] = mixed(pixels[at], colour, Math.round(alpha * cover));
      }
    }
  }

  rectangle(x, y, width, height, colour, alpha = 255) {
    const left = Math.max(0, Math.round(x)), right = Math.min(this.width, Math.round(x + width));
    const top = Math.max(0, Math.round(y)), bottom = Math.min(this.height, Math.round(y + height));
    for (let j = top; j < bottom; j++)
      for (let at = j * this.width + left, end = j * this.width + right; at < end; at++)
        this.pixels[at] = alpha === 255 ? colour : mixed(this.pixels[at], colour, alpha);
  }

  /** Lays a colour over each pixel of the box about x,y for which of(dx, dy) gives {colour, alpha}. */
  shade(x, y, reach, of) {
    const top = Math.max(0, Math.floor(y - reach)), bottom = Math.min(this.height - 1, Math.ceil(y + reach));
    const left = Math.max(0, Math.floor(x - reach)), right = Math.min(this.width - 1, Math.ceil(x + reach));
    for (let j = top; j <= bottom; j++)
      for (let i = left, at = j * this.width + left; i <= right; i++, at++) {
        const found = of(i - x, j - y);
        if (found) this.pixels[at] = mixed(this.pixels[at], found.colour, found.alpha);
      }
  }
}
