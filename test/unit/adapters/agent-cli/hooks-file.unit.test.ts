import { describe, expect, it } from 'vitest'
import { claudeHooks } from '../../../../src/adapters/agent-cli/claude-hooks.js'
import { codexHooks } from '../../../../src/adapters/agent-cli/codex-hooks.js'
import { installedText, surveyText, uninstalledText } from '../../../../src/adapters/agent-cli/hooks-file.js'

const plan = claudeHooks('/data')
const theirs = (command: string) => ({ matcher: 'Bash', hooks: [{ type: 'command', command, custom: 1 }] })
const settings = (hooks: object) => `${JSON.stringify({ model: 'opus', hooks, env: { A: 'b' } }, null, 2)}\n`
const groupsOf = (text: string, event: string) => JSON.parse(text).hooks[event]

describe('installing hooks', () => {
  it('covers every event of Claude Code, async except for the last three', () => {
    const hooks = JSON.parse(installedText('', plan)).hooks
    const aside = Object.keys(hooks).map((event) => [event, hooks[event][0].hooks[0].async === true])
    expect(Object.fromEntries(aside)).toEqual({
      SessionStart: true,
      UserPromptSubmit: true,
      PreToolUse: true,
      PostToolUse: true,
      PostToolUseFailure: true,
      PermissionRequest: true,
      Elicitation: true,
      ElicitationResult: true,
      Notification: true,
      SubagentStart: true,
      SubagentStop: true,
      PreCompact: true,
      PostCompact: true,
      Stop: false,
      StopFailure: false,
      SessionEnd: false,
    })
  })

  it('keeps the key order, unknown keys and other hooks, and appends ours', () => {
    const installed = installedText(settings({ Stop: [theirs('say done')], FutureEvent: [theirs('x')] }), plan)
    expect(Object.keys(JSON.parse(installed))).toEqual(['model', 'hooks', 'env'])
    expect(Object.keys(JSON.parse(installed).hooks).slice(0, 2)).toEqual(['Stop', 'FutureEvent'])
    expect(groupsOf(installed, 'Stop')[0]).toEqual(theirs('say done'))
    expect(groupsOf(installed, 'Stop')).toHaveLength(2)
    expect(groupsOf(installed, 'FutureEvent')).toEqual([theirs('x')])
  })

  it('a second time changes no byte, even if other hooks were added after ours', () => {
    const once = installedText(settings({ Stop: [theirs('a')] }), plan)
    expect(installedText(once, plan)).toBe(once)
    const grown = JSON.parse(once)
    grown.hooks.Stop.push(theirs('b'))
    const text = JSON.stringify(grown, null, 2)
    expect(installedText(text, plan)).toBe(text)
  })

  it('replaces an entry of an older release, and removes duplicates and unused events', () => {
    const old = { hooks: [{ type: 'command', command: "exec sh '/data/hook.sh' claude", timeout: 1 }] }
    const installed = installedText(settings({ Stop: [old, theirs('a'), old], WorktreeCreate: [old] }), plan)
    expect(groupsOf(installed, 'Stop')).toHaveLength(2)
    expect(groupsOf(installed, 'Stop')[0]).toEqual(theirs('a'))
    expect(groupsOf(installed, 'WorktreeCreate')).toBeUndefined()
  })

  it('can be undone in a shared group, which keeps its other hooks', () => {
    const ours = groupsOf(installedText('', plan), 'Stop')[0].hooks[0]
    const shared = { hooks: [{ type: 'command', command: 'theirs' }, ours] }
    expect(groupsOf(uninstalledText(settings({ Stop: [shared] }), plan), 'Stop')).toEqual([
      { hooks: [{ type: 'command', command: 'theirs' }] },
    ])
  })

  it('does not change the hooks of another data directory', () => {
    const other = claudeHooks('/data2')
    const both = installedText(installedText('', plan), other)
    expect(groupsOf(both, 'Stop')).toHaveLength(2)
    expect(uninstalledText(both, other)).toBe(installedText('', plan))
  })

  it('quotes any path, so that the shell reads one word', () => {
    const [wanted] = codexHooks(`/it's $HOME/"x`).wanted
    expect(wanted?.hook['command']).toBe(
      `[ ! -r '/it'\\''s $HOME/"x/hook.sh' ] || exec sh '/it'\\''s $HOME/"x/hook.sh' codex`,
    )
  })

  it.each([
    ['{"hooks": ', 'not valid JSON'],
    ['// a comment\n{}', 'not valid JSON'],
    ['[]', 'JSON object'],
    ['{"hooks": []}', '"hooks" is not an object'],
    ['{"hooks": {"Stop": {}}}', 'hooks.Stop is not a list'],
  ])('rejects %s with a reason', (text, reason) => {
    expect(() => installedText(text, plan)).toThrow(reason)
  })
})

describe('uninstalling hooks', () => {
  it.each([
    settings({ Stop: [theirs('a')], Empty: [] }),
    '{\n    "permissions": { "allow": ["Bash(*)", "Read"] }\n}\n',
    '{"a":1}',
    '{\n  "hooks": {\n    "FutureEvent": "odd"\n  }\n}',
  ])('restores the original text: %s', (text) => {
    expect(uninstalledText(installedText(text, plan), plan)).toBe(text)
  })

  it('changes nothing if our hooks are not installed', () => {
    expect(uninstalledText(settings({}), plan)).toBe(settings({}))
    expect(uninstalledText('', plan)).toBe('')
  })
})

describe('the state of the hooks', () => {
  it('distinguishes none, some and all of our hooks from other hooks', () => {
    expect(surveyText('', plan)).toMatchObject({
      installed: false,
      has_dashboard_hooks: false,
      has_existing_hooks: false,
    })
    const all = installedText(settings({ Stop: [theirs('a')] }), plan)
    expect(surveyText(all, plan)).toMatchObject({
      installed: true,
      has_dashboard_hooks: true,
      has_existing_hooks: true,
    })
    const some = JSON.parse(all)
    delete some.hooks.Stop
    const survey = surveyText(JSON.stringify(some), plan)
    expect(survey).toMatchObject({ installed: false, has_dashboard_hooks: true, has_existing_hooks: false })
    expect(survey.hooks).toMatchObject({ Stop: false, SessionEnd: true })
  })
})
