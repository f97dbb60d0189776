// Where the view is: what both sides show of the map.

const CLOSEST = 400, FARTHEST = 0.2; // px a u

export class Camera {
  constructor() {
    this.x = this.y = 0; // u, in the middle of the view
    this.scale = 16; // px a u
  }
  fit(scene, width, height) {
    const wide = scene.width * scene.cellSize, high = scene.height * scene.cellSize;
    this.x = wide / 2;
    this.y = high / 2;
    this.scale = Math.max(FARTHEST, Math.min(width / wide, height / high) * 0.97);
  }
  zoom(factor, atX, atY, width, height) {
    const before = this.toWorld(atX, atY, width, height);
    this.scale = Math.min(CLOSEST, Math.max(FARTHEST, this.scale * factor));
    const after = this.toWorld(atX, atY, width, height);
    this.x += before.x - after.x;
    this.y += before.y - after.y;
  }
  /** By pixels of the screen. */
  move(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
  }
  toWorld(px, py, width, height) {
    return { x: this.x + (px - width / 2) / this.scale, y: this.y + (py - height / 2) / this.scale };
  }
}
