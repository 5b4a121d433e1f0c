import { describe, expect, it } from 'vitest'
import { changedState, configuredIn } from '../../../../src/domain/agent-config/state-file.js'

const STATE = {
  numStartups: 4,
  oauthAccount: { emailAddress: 'ada@example.org' },
  mcpServers: { docs: { command: 'docs' } },
  projects: { '/srv/shop': { lastCost: 1.5, mcpServers: {}, enabledMcpjsonServers: [] } },
}
const changedBy = (change: object) => changedState(configuredIn(STATE), configuredIn({ ...STATE, ...change }))

describe('the state file of Claude Code', () => {
  it('changes with every turn, which configures nothing', () => {
    expect(changedBy({ numStartups: 5, tipsHistory: { a: 1 } })).toEqual([])
    const projects = { ...STATE.projects, '/srv/new': { lastCost: 0, mcpServers: {}, allowedTools: [] } }
    expect(changedBy({ projects })).toEqual([])
  })

  it('configures servers, for all projects and for single ones, and who is signed in', () => {
    expect(changedBy({ mcpServers: {} })).toEqual(['mcp'])
    expect(changedBy({ projects: { '/srv/shop': { mcpServers: { db: { command: 'db' } } } } })).toEqual(['mcp'])
    expect(changedBy({ projects: { '/srv/shop': { enabledMcpjsonServers: ['db'] } } })).toEqual(['mcp'])
    expect(changedBy({ oauthAccount: { emailAddress: 'eve@example.org' } })).toEqual(['profile'])
    expect(changedBy({ oauthAccount: undefined, mcpServers: undefined })).toEqual(['mcp', 'profile'])
  })

  it.each([null, 5, 'text', [], { projects: 7 }, { projects: { a: null } }])('may be anything: %j', (state) => {
    expect(configuredIn(state)).toEqual({ mcp: '[null,[]]', profile: 'null' })
  })
})
