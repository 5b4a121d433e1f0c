/** `mcp__server__tool` as the server and its tool; undefined for every other name. */
export function serverTool(name: string): { readonly server: string; readonly tool: string } | undefined {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  return server === undefined || tool === undefined ? undefined : { server, tool }
}
