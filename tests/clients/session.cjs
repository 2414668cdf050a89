// One session of the official TypeScript client. Prints what it saw as one JSON object.
//   node session.cjs FOLDER stdio COMMAND ARG...
//   node session.cjs FOLDER http URL [TOKEN]
const { createRequire } = require("node:module");
const [folder, kind, target, ...rest] = process.argv.slice(2);
const load = createRequire(folder + "/");
const { Client } = load("@modelcontextprotocol/sdk/client/index.js");

function transport() {
  if (kind === "stdio") {
    const { StdioClientTransport } = load("@modelcontextprotocol/sdk/client/stdio.js");
    return new StdioClientTransport({ command: target, args: rest, env: process.env });
  }
  const { StreamableHTTPClientTransport } = load("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const headers = rest[0] ? { Authorization: `Bearer ${rest[0]}` } : {};
  return new StreamableHTTPClientTransport(new URL(target), { requestInit: { headers } });
}

async function main() {
  const client = new Client({ name: "test", version: "0" });
  await client.connect(transport());
  const seen = { server: client.getServerVersion(), instructions: client.getInstructions() };
  seen.tools = (await client.listTools()).tools;
  seen.resources = (await client.listResources()).resources;
  seen.contents = await Promise.all(seen.resources.map(({ uri }) => client.readResource({ uri })));
  seen.prompts = (await client.listPrompts()).prompts;
  seen.prompt = await client.getPrompt({ name: "explore_feature", arguments: { feature: "gift cards" } });
  const calls = [
    ["search_code", { query: "reserve articles while the customer pays", top_k: 3 }],
    ["search_docs", { query: "how to install" }],
    ["get_symbol_info", { symbol_name: "call_with_retries" }],
    ["find_similar", { file_path: "shop/stock.py", line: 26 }],
    ["get_file_symbols", { file_path: "shop/stock.py" }],
    ["get_repo_structure", {}],
    ["index_status", {}],
    ["search_code", { query: "" }],
  ];
  seen.results = await Promise.all(calls.map(([name, args]) => client.callTool({ name, arguments: args })));
  seen.unknown = await client.callTool({ name: "no_such_tool", arguments: {} }).catch((error) => String(error));
  const stop = new AbortController();
  const slow = client.callTool({ name: "search_code", arguments: { query: "stock" } }, undefined, { signal: stop.signal });
  stop.abort("changed my mind");
  seen.cancelled = await slow.then(() => "answered", () => "cancelled");
  await client.ping();
  await client.close();
  console.log(JSON.stringify(seen));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
