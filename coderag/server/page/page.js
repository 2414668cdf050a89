"use strict";
// One page over the server's own MCP endpoint. Text of a repository is only ever set as text, never as HTML.

const $ = (id) => document.getElementById(id);

function make(tag, content = "", className = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...(Array.isArray(content) ? content : [content]));
  return node;
}

let calls = 0;

async function call(tool, values) {
  const args = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== null));
  if (!$("repo").hidden) args.repo = $("repo").value;
  const response = await fetch("mcp", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: ++calls, method: "tools/call", params: { name: tool, arguments: args } }),
  });
  const reply = await response.json();
  if (reply.error) throw new Error(reply.error.message);
  if (reply.result.isError) throw new Error(reply.result.content[0].text);
  return { ...reply.result.structuredContent, line: reply.result.content[0].text.split("\n")[0] };
}

function fresh(answer) {
  $("fresh").textContent = answer.line;
  $("fresh").className = answer.freshness.state === "current" ? "" : "late";
}

function marked(line, words) {
  if (!words.length) return [line];
  const pattern = new RegExp(`(${words.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  return line.split(pattern).map((part, i) => (i % 2 ? make("mark", part) : part));
}

function code(text, start, words = [], cuts = new Map()) {
  const pre = make("pre");
  text.split("\n").forEach((line, i) => {
    const cut = cuts.get(start + i);
    if (cut) pre.append(make("span", cut, "cut"));
    pre.append(make("span", String(start + i), "n"), ...marked(line, words), "\n");
  });
  return pre;
}

function place(path, start, end) {
  const link = make("a", end > start ? `${path}:${start}-${end}` : `${path}:${start}`);
  link.href = `#file=${encodeURIComponent(path)}&line=${start}`;
  return link;
}

function notes(answer) {
  return (answer.notes || []).map((line) => make("p", line, "note"));
}

function why(signals) {
  return Object.entries(signals)
    .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]))
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join(" + ").replaceAll("+ -", "- ");
}

function hit(h, words) {
  const facts = [h.test ? "test" : "", h.context.replace(/\s+/g, " ").trim()];
  if (h.previous) facts.push(`before it ${h.previous.symbol}`);
  if (h.next) facts.push(`after it ${h.next.symbol}`);
  if (h.uses && h.uses.count) facts.push(`used ${h.uses.count} times by name ${h.uses.scopes.join(", ")}`);
  if (h.modified) facts.push("file changed since this commit");
  if (h.similar.length) facts.push(`more like this: ${h.similar.join(", ")}`);
  const score = make("details", [make("summary", `score ${h.score.toFixed(2)}`), why(h.signals)], "facts");
  return make("article", [
    make("h3", [place(h.path, h.start_line, h.end_line), ` ${h.kind} ${h.symbol}`]),
    make("p", facts.filter(Boolean).join(" · "), "facts"),
    code(h.text, h.start_line, words),
    score,
  ]);
}

function definition(d, words) {
  return make("article", [
    make("h3", [place(d.path, d.start_line, d.end_line), ` ${d.kind} ${d.qualname}`]),
    code(d.text, d.start_line, words),
  ]);
}

function references(answer) {
  if (!answer.references.length) return [];
  const rows = answer.references.map((use) =>
    make("li", [place(use.path, use.line, use.line), ` ${use.kind}${use.scope ? " in " + use.scope : ""} `, make("code", use.text)]));
  return [make("h2", `${answer.references_total} references by name`), make("ul", rows)];
}

async function search() {
  const query = $("query").value.trim();
  if (!query) return;
  const tool = $("tool").value;
  const words = query.split(/[^\p{L}\p{N}]+/u).filter((w) => w.length > 2);
  const symbol = tool === "get_symbol_info";
  const answer = await call(tool, symbol ? { symbol_name: query, path: $("path").value } : { query, path: $("path").value, top_k: 15, max_tokens: 20000 });
  fresh(answer);
  const body = symbol
    ? [...answer.definitions.map((d) => definition(d, words)), ...references(answer)]
    : answer.hits.map((h) => hit(h, words));
  if (symbol && answer.suggestions.length) body.push(make("p", `close names: ${answer.suggestions.join(", ")}`));
  if (!body.length) body.push(make("p", "Nothing found."));
  $("answer").replaceChildren(...notes(answer), ...body);
}

async function file(path, line) {
  const where = $("repo").hidden ? "" : `&repo=${encodeURIComponent($("repo").value)}`;
  const response = await fetch(`file.json?path=${encodeURIComponent(path)}${where}`);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  fresh(answer);
  const cuts = new Map(answer.chunks.map((c) => [c.start_line, `chunk ${c.start_line}-${c.end_line} · ${c.kind} ${c.symbol}`]));
  const outline = answer.symbols.map((s) => {
    const link = place(path, s.start_line, s.start_line);
    link.textContent = `${s.kind} ${s.name}`;
    const row = make("li", [link, make("small", ` ${s.start_line}-${s.end_line}`)]);
    row.style.paddingLeft = `${s.depth}rem`;
    return row;
  });
  const text = code(answer.text, 1, [], cuts);
  $("answer").replaceChildren(
    make("h3", path), make("p", [answer.language, `${answer.lines} lines`, `${answer.chunks.length} chunks`, answer.title].filter(Boolean).join(" · "), "facts"),
    ...notes(answer), make("details", [make("summary", "Outline"), make("ul", outline)]), make("article", text));
  $("answer").querySelector("details").open = outline.length < 40;
  const target = text.querySelectorAll(".n")[line - 1];
  if (target && line > 1) target.scrollIntoView({ block: "center" });
}

async function folder(path, into) {
  const answer = await call("get_repo_structure", { path, depth: 1 });
  const rows = answer.entries.filter((e) => e.depth > 0 || (e.path !== "./" && e.path !== path && e.path !== path + "/")).map((e) => {
    const name = e.path.replace(/\/$/, "").split("/").pop();
    if (!e.path.endsWith("/")) {
      const link = place(e.path, 1, 1);
      link.textContent = name;
      link.title = e.description;
      return make("li", link);
    }
    const more = make("button", name + "/", "link");
    more.title = e.description;
    const row = make("li", [more, make("small", ` ${e.files}`)]);
    more.onclick = () => guarded(async () => {
      const list = row.querySelector("ul");
      if (list) list.remove();
      else await folder(e.path.replace(/\/$/, ""), row);
    });
    return row;
  });
  into.append(make("ul", rows));
}

async function status() {
  const answer = await call("index_status", {});
  fresh(answer);
  const snapshot = answer.snapshot || {}, worker = answer.worker || {};
  const facts = make("dl");
  const say = (name, value) => value !== undefined && value !== null && value !== "" && facts.append(make("dt", name), make("dd", String(value)));
  for (const key of ["files", "chunks", "symbols"]) say(key, snapshot[key] && snapshot[key].toLocaleString());
  for (const [name, value] of Object.entries(snapshot.languages || {})) say(name, `${value.files} file${value.files === 1 ? "" : "s"}`);
  for (const [name, value] of Object.entries(snapshot.skipped || {})) say(`skipped: ${name}`, value);
  say("worker", worker.state);
  say("last error", worker.last_error);
  const hooks = (answer.hooks || []).map((h) => h.state);
  for (const state of new Set(hooks)) say("hooks", `${hooks.filter((s) => s === state).length} ${state}`);
  const parts = [facts];
  if (worker.progress && worker.progress.total) {
    const bar = make("progress");
    bar.max = worker.progress.total;
    bar.value = worker.progress.done;
    parts.unshift(bar);
  }
  $("status").replaceChildren(...parts);
}

async function guarded(work) {
  try {
    await work();
  } catch (error) {
    $("answer").replaceChildren(make("p", error.message, "note"));
  }
}

function follow() {
  const values = new URLSearchParams(location.hash.slice(1));
  if (values.has("file")) return guarded(() => file(values.get("file"), Number(values.get("line") || 1)));
  for (const id of ["query", "tool", "path"]) if (values.has(id)) $(id).value = values.get(id);
  return guarded(search);
}

$("ask").onsubmit = (event) => {
  event.preventDefault();
  const values = new URLSearchParams({ query: $("query").value, tool: $("tool").value, path: $("path").value });
  if (location.hash === `#${values}`) follow();
  else location.hash = values;
};
window.onhashchange = follow;

async function start() {
  const names = await (await fetch("repositories.json")).json();
  $("repo").replaceChildren(...names.map((name) => make("option", name)));
  $("repo").hidden = names.length < 2;
  const load = () => guarded(async () => {
    $("tree").replaceChildren();
    await status();
    await folder("", $("tree"));
  });
  $("repo").onchange = load;
  await load();
  await follow();
  setInterval(() => document.visibilityState === "visible" && status().catch(() => {}), 5000);
}
guarded(start);
