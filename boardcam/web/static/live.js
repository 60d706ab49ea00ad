import { ready, live, el, $ } from "/static/base.js";
import { draw } from "/static/board.js";
await ready();
live((scene) => ($("#table").textContent = JSON.stringify(scene).slice(0, 500)), () => {});
