import { expect, it } from 'vitest'
import { commandsOf, isCommand, matchingCommands } from '../../../../../../ui/src/pages/lane/chat/commands.js'

const item = (name: string, plugin: string | null = null, description?: string) =>
  ({ name, plugin, frontmatter: description === undefined ? {} : { description } }) as never
const say = ((key: string) => key) as never
const all = commandsOf(say, 'claude', [
  item('release', null, 'Prepare a release'),
  item('audit', 'tools'),
  item('clear'),
])
const names = (of: readonly { readonly name: string }[]) => of.map(({ name }) => name)

it('the commands are those of the CLI, then those of the user and of plugins, each once', () => {
  expect(names(all)).toEqual(['/compact', '/clear', '/review', '/init', '/release', '/tools:audit'])
  expect(all.find(({ name }) => name === '/release')?.about).toBe('Prepare a release')
})

it('a text finds commands while it may become one', () => {
  expect(names(matchingCommands(all, '/'))).toEqual(names(all))
  expect(names(matchingCommands(all, '/RE'))).toEqual(['/review', '/release'])
  expect(names(matchingCommands(all, '/tools:'))).toEqual(['/tools:audit'])
  for (const text of ['', 'compact', '/compact now', '/tmp/x', ' /compact', '/com\npact'])
    expect(matchingCommands(all, text), text).toEqual([])
})

it('a text is a command only with the whole name of one, in one line', () => {
  expect(['/compact', '/compact keep the plan'].every((text) => isCommand(all, text))).toBe(true)
  expect(
    ['/comp', '/compact\nnow', 'compact', '/tmp/x is full', '!/compact'].some((text) => isCommand(all, text)),
  ).toBe(false)
})
