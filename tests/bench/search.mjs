// Measures search engines over the pages of a built site in Chromium: size of the index, bytes that one query loads in a
// fresh page, and mean reciprocal rank on graded queries; one row an engine, with the time that its index took.
// Usage: node search.mjs SITE QUERIES GOLD ENGINE=SECONDS=DIRECTORY..., where an engine is kbuild or Pagefind and the
// directory what it wrote. Needs chromedriver.
import { spawn } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const [site, queries_path, gold_path, ...built] = process.argv.slice(2);
const rows = built.map((row) => row.split("=")).map(([name, seconds, directory]) => ({ name, seconds, directory }));
const pagefind = rows.find(({ name }) => name === "Pagefind")?.directory;
const lines = (path) => readFileSync(path, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const gold = lines(gold_path), queries = lines(queries_path).filter((query) => !query.target_lang || query.target_lang === query.lang);

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json" };
const place = (path) => pagefind && path.startsWith("/pagefind/") ? join(pagefind, path.slice(9)) : join(site, path);
/** As a host sends it: Pagefind's own files are compressed already. */
const sent = (path) => extname(path).startsWith(".pf_") || path.includes("wasm.") ? statSync(path).size : gzipSync(readFileSync(path)).length;
let asked = [];
const server = createServer((request, response) => {
  let path = place(normalize(decodeURIComponent(request.url.split("?")[0])));
  if (existsSync(path) && statSync(path).isDirectory()) path = join(path, "index.html");
  if (!existsSync(path)) { response.writeHead(404).end(); return; }
  asked.push(path);
  response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream", "cache-control": "no-store" });
  createReadStream(path).pipe(response);
}).listen(0);
const address = "http://127.0.0.1:" + server.address().port;

const port = 20000 + (process.pid % 20000), profile = mkdtempSync(join(tmpdir(), "bench-"));
const driver = spawn("chromedriver", ["--port=" + port], { stdio: "ignore" });
const call = async (path, body) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body: JSON.stringify(body) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(value.message);
  return value;
};
await new Promise((done) => setTimeout(done, 2000));
const args = ["--headless=new", "--disable-gpu", "--no-sandbox", "--user-data-dir=" + profile];
const { sessionId } = await call("/session", { capabilities: { alwaysMatch: { browserName: "chrome", "goog:chromeOptions": { args } } } });
const open = (url) => call(`/session/${sessionId}/url`, { url });
const run = (script, ...values) => call(`/session/${sessionId}/execute/async`,
  { script: `const done = arguments[arguments.length - 1]; (async (...a) => {${script}})(...arguments).then(done, (e) => done({ error: String(e) }))`, args: values });

const engines = {
  kbuild: `const box = document.querySelector(".kb-search"), base = box.dataset.base;
    const add = (src) => new Promise((done) => { const s = document.createElement("script"); s.src = src; s.onload = done; document.head.append(s); });
    await add(box.dataset.engine);
    kbSearch.set_loader((name) => add(base + "search-index/" + name + ".js"));
    return (await kbSearch.search(a[0], a[1], { limit: 10 })).pages.map((page) => page.url);`,
  Pagefind: `const engine = await import("/pagefind/pagefind.js");
    await engine.options({ baseUrl: "/" });
    const found = await engine.search(a[0]);
    return (await Promise.all(found.results.slice(0, 10).map((r) => r.data()))).map((d) => d.url.replace(/^\\//, ""));`,
};
const address_of = ({ lang, path }) => (lang === "en" ? "" : lang + "/") + path.replace(/\.md$/, "").replace(/(^|\/)(index|README)$/, "$1").replace(/([^/])$/, "$1/");
const middle = (values, share) => values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const size_of = (directory) => readdirSync(directory, { recursive: true, withFileTypes: true }).filter((f) => f.isFile())
  .map((f) => sent(join(f.parentPath ?? f.path, f.name))).reduce((sum, size) => sum + size, 0);

console.log("engine     build s   index kB   first query kB (p95)     MRR   (processor time; one language; sizes as sent, gzip)");
for (const { name, seconds, directory } of rows) {
  const script = engines[name], bytes = [];
  let rank = 0;
  for (const query of queries) {
    await open(address + "/" + (query.lang === "en" ? "" : query.lang + "/"));
    asked = [];
    const urls = await run(script, query.query, query.lang);
    if (!Array.isArray(urls)) throw new Error(name + ": " + JSON.stringify(urls));
    bytes.push([...new Set(asked)].filter((path) => !path.endsWith(".html") && !path.endsWith(".css")).reduce((sum, path) => sum + sent(path), 0) / 1e3);
    const { relevant } = gold.find((one) => one.id === query.id);
    const best = relevant.some((r) => r.grade === 2) ? 2 : 1;
    const answers = relevant.filter((r) => r.grade === best).map(address_of), place = urls.findIndex((url) => answers.includes(url));
    rank += place < 0 ? 0 : 1 / (place + 1);
  }
  const index = size_of(directory) / 1e3;
  console.log(name.padEnd(9), String(seconds).padStart(8), index.toFixed(0).padStart(10), middle(bytes, 0.5).toFixed(1).padStart(15), `(${middle(bytes, 0.95).toFixed(1)})`.padEnd(9), (rank / queries.length).toFixed(3).padStart(8));
}
await fetch(`http://127.0.0.1:${port}/session/${sessionId}`, { method: "DELETE" });
driver.kill();
server.close();
rmSync(profile, { recursive: true, force: true });
