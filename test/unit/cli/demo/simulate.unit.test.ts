import { describe, expect, it } from 'vitest'
import type { Beat } from '../../../../src/cli/demo/beat.js'
import { seededRandom } from '../../../../src/cli/demo/random.js'
import { encores, opening } from '../../../../src/cli/demo/scenario.js'
import { past } from '../../../../src/cli/demo/stories/past.js'
import { routine } from '../../../../src/cli/demo/stories/routine.js'
import type { Story } from '../../../../src/cli/demo/story.js'
import { simulate } from '../../../../src/cli/demo/simulate.js'
import { claudeStart, claudeStep } from '../../../../src/domain/transcript/facts/claude/step.js'
import { codexStart, codexStep } from '../../../../src/domain/transcript/facts/codex/step.js'
import type { Fact, FactType } from '../../../../src/domain/transcript/facts/facts.js'

const START = Date.parse('2026-11-20T10:00:00Z')
const SESSION = '0d3e0000-0000-4000-8000-000000000000'
const stories: readonly Story[] = [...past, ...routine, ...opening.map(({ story }) => story), ...encores]
const pace = { thinks: [2, 7], runs: [1, 8], appetite: 1 } as const

const simulated = (story: Story, seed = 1): readonly Beat[] =>
  simulate({ story, session: SESSION, startedAt: START, pace, random: seededRandom(seed) })

const hooks = (beats: readonly Beat[]) => beats.flatMap(({ hook }) => (hook === null ? [] : [hook.body]))
const kinds = (beats: readonly Beat[]) => hooks(beats).map((body) => body.hook_event_name)

/** Returns the facts that the service reads in the transcripts of a story. */
const facts = (story: Story): readonly Fact[] => {
  const states = new Map<string, (value: unknown, line: number) => readonly Fact[]>()
  const reader = (path: string) => {
    const agent = /agent-(\w+)\.jsonl/.exec(path)?.[1] ?? null
    const place = (line: number) => ({ session: SESSION, agent, line })
    const [claude, codex] = [claudeStart(START), codexStart(START)]
    return story.provider === 'codex'
      ? (value: unknown, line: number) => codexStep(codex, value, place(line), () => null)
      : (value: unknown, line: number) => claudeStep(claude, value, place(line))
  }
  return simulated(story)
    .flatMap(({ lines }) => lines.filter(({ path }) => path.endsWith('.jsonl')))
    .flatMap(({ path, text }, index) => {
      const read = states.get(path) ?? reader(path)
      states.set(path, read)
      return read(JSON.parse(text), index + 1)
    })
}
const of = <T extends FactType>(type: T, all: readonly Fact[]) =>
  all.filter((fact): fact is Extract<Fact, { readonly type: T }> => fact.type === type)

describe.each(stories.map((story) => [story.title, story] as const))('the story "%s"', (_title, story) => {
  it('is the same for the same seed, and differs for another seed', () => {
    expect(simulated(story)).toEqual(simulated(story))
    expect(simulated(story, 2)).not.toEqual(simulated(story))
  })

  it('runs in time order from session start to session end', () => {
    const beats = simulated(story)
    const times = beats.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect([kinds(beats)[0], kinds(beats).at(-1)]).toEqual(['SessionStart', 'SessionEnd'])
  })

  it('reports each tool call and its result under one ID in hooks and transcript', () => {
    const all = facts(story)
    const calls = (kind: RegExp) =>
      hooks(simulated(story)).flatMap(({ hook_event_name, tool_use_id }) =>
        kind.test(String(hook_event_name)) ? [String(tool_use_id)] : [],
      )
    const read = of('reply-recorded', all).flatMap(({ data }) => data.tool?.id ?? [])
    expect(calls(/^PreToolUse/).toSorted()).toEqual(read.toSorted())
    const results = of('tool-result-recorded', all).map(({ data }) => data.id)
    expect(calls(/^PostToolUse/).toSorted()).toEqual(results.toSorted())
    expect(new Set(read).size).toBe(read.length)
  })

  it('has a title, the prompts of its turns, and token usage', () => {
    const all = facts(story)
    expect(of('session-renamed-in-transcript', all).map(({ data }) => data.title)).toEqual([story.title])
    const typed = of('prompt-recorded', all).filter(({ data }) => data.typed)
    expect(typed.map(({ data }) => data.text)).toEqual(story.turns.map(({ prompt }) => prompt))
    const used = [...of('reply-recorded', all), ...of('usage-recorded', all)].map(({ data }) => data.usage?.output ?? 0)
    expect(used.reduce((sum, output) => sum + output, 0)).toBeGreaterThan(500)
  })
})
