// What tests run inside the page, in any browser.

/** Runs before all else: `firstTick` is ms from the start of the navigation to the frame after the first tick. */
export function noteFirstTick() {
  const look = () => {
    if (globalThis.playground?.session?.tick > 0) globalThis.firstTick = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Where a point of the world is on the screen. */
export function spotOnMap([wx, wy, id]) {
  const box = document.getElementById(`map-${id}`).getBoundingClientRect(), { camera } = globalThis.playground;
  return [box.left + box.width / 2 + (wx - camera.x) * camera.scale, box.top + box.height / 2 + (wy - camera.y) * camera.scale];
}

/** Text that does not stand out (WCAG AA), controls without a name, and what is cut off or too small to touch. */
export function faultsOf(least) {
  const parse = (c) => { const v = /rgba?\(([^)]+)\)/.exec(c)[1].split(/[ ,/]+/).map(Number); return v.length < 4 ? [...v, 1] : v; };
  const light = (colour) => colour.slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const behind = (node) => { for (let at = node; at; at = at.parentElement) { const c = parse(getComputedStyle(at).backgroundColor); if (c[3] > 0.9) return c; } return [255, 255, 255, 1]; };
  const ratio = (p, q) => { const [a, b] = [light(p), light(q)].sort((m, n) => n - m); return (a + 0.05) / (b + 0.05); };
  const list = [];
  for (const node of document.querySelectorAll('body *')) {
    const own = [...node.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !node.checkVisibility?.() || ['SCRIPT', 'STYLE', 'OPTION', 'OPTGROUP'].includes(node.tagName) || node.disabled) continue;
    const found = ratio(parse(getComputedStyle(node).color), behind(node));
    if (parseFloat(getComputedStyle(node).fontSize) > 0 && found < 4.5) list.push(`${node.tagName} ${node.textContent.slice(0, 20)} ${found.toFixed(1)}`);
  }
  for (const control of document.querySelectorAll('button, input, select, textarea, canvas')) {
    const labels = [...(control.labels ?? [])], name = control.getAttribute('aria-label') || control.textContent.trim() || labels.map((l) => l.textContent).join('') || control.title;
    if (!name) list.push(`no name: ${control.outerHTML.slice(0, 60)}`);
    if (!control.checkVisibility() || control.closest('dialog')) continue;
    const boxes = [control, ...labels].map((one) => one.getBoundingClientRect());
    const wide = Math.max(...boxes.map((b) => b.width)), high = Math.max(...boxes.map((b) => b.height));
    if (high < least || wide < least) list.push(`${Math.round(wide)} x ${Math.round(high)}: ${name.slice(0, 20)} ${control.id}`);
    const scrolls = control.closest('.options, .panel, .more'), [box] = boxes;
    if (!scrolls && (box.bottom > innerHeight + 1 || box.right > innerWidth + 1)) list.push(`beyond the screen: ${name.slice(0, 20)}`);
  }
  const border = parse(getComputedStyle(document.getElementById('play')).borderColor);
  if (ratio(border, behind(document.querySelector('.time'))) < 3) list.push('the edge of a button does not stand out');
  if (document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight) list.push('larger than the screen');
  return list;
}
