import { describe, expect, it } from 'vitest'
import { isOurs, unitText } from '../../../../src/cli/systemd/unit.js'
import { givenSettings } from '../../../../src/config.js'

const COMMAND = ['/usr/bin/node', '/opt/switchyard/bin/switchyard.mjs', 'start']

describe('the unit of the service', () => {
  it('is recognized by its first line', () => {
    expect(isOurs(unitText({ command: COMMAND, environment: {} }))).toBe(true)
    expect(isOurs('[Unit]\nDescription=mine')).toBe(false)
  })

  it.each([
    ['/home/a b/node', '"/home/a b/node"'],
    ['/a"b', '"/a\\"b"'],
    ['/a\\b', '"/a\\\\b"'],
    ['/100%', '"/100%%"'],
    ['/$HOME', '"/$$HOME"'],
    ['/a\nExecStart=/bin/evil', '"/a\\nExecStart=/bin/evil"'],
  ])('quotes the program %j', (program, quoted) => {
    const lines = unitText({ command: [program], environment: {} }).split('\n')
    expect(lines.filter((line) => line.startsWith('ExecStart='))).toEqual([`ExecStart=${quoted}`])
  })

  it('has the settings, whose values have no variables', () => {
    const text = unitText({ command: COMMAND, environment: { DASHBOARD_TOKEN: 'a $b "c" 5%', PATH: '/a:/b' } })
    expect(text).toContain('\nEnvironment="DASHBOARD_TOKEN=a $b \\"c\\" 5%%"\nEnvironment="PATH=/a:/b"\n')
  })

  it('lets the panes of system accounts run on, which are in the unit', () => {
    const modes = ['0', '1'].map((value) => {
      const text = unitText({ command: COMMAND, environment: { SVC_SYSTEM_ACCOUNTS: value } })
      return /KillMode=(\w+)/.exec(text)?.[1]
    })
    expect(modes).toEqual(['mixed', 'process'])
  })

  it('has no variable of the pane that it was written from, and no secret of another program', () => {
    const environment = {
      SVC_RUN: 'run_1',
      SVC_LANE: '1',
      SVC_SLOT: '0',
      SVC_DATA_DIR: '/d',
      ANTHROPIC_API_KEY: 'k',
      PATH: '/a:/x/node_modules/.bin',
    }
    expect(givenSettings({ ...environment, LANE_BASE_BRANCH: 'dev', CODEX_HOME: '/c' })).toEqual({
      SVC_DATA_DIR: '/d',
      PATH: '/a',
      LANE_BASE_BRANCH: 'dev',
      CODEX_HOME: '/c',
    })
  })
})
