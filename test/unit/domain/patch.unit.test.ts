import { describe, expect, it } from 'vitest'
import { patchIn } from '../../../src/domain/patch.js'
import { listedCall } from '../../../src/domain/tool.js'

const PATCH = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** Add File: b.ts\n+z\n*** End Patch'
const HERE = `apply_patch <<'EOF'\n${PATCH}\nEOF`

describe('a patch', () => {
  it.each([
    ['the input of the tool', 'apply_patch', PATCH],
    ['its arguments', 'apply_patch', { input: PATCH }],
    ['the input that a hook has', 'apply_patch', { command: PATCH }],
    ['a command', 'Bash', { cmd: HERE }],
    ['a command in another folder', 'Bash', { command: `cd /repo && ${HERE}\n` }],
    ['the arguments of a shell', 'Bash', { command: ['bash', '-lc', HERE] }],
    ['the arguments of the program', 'Bash', { command: ['apply_patch', PATCH] }],
  ])('is found in %s, and listed as an edit of its files', (_where, tool, input) => {
    expect(patchIn(tool, input)?.text).toBe(PATCH)
    expect(listedCall(tool, input)).toEqual({ tool: 'Edit', target: 'src/a.ts, b.ts' })
  })

  it.each([
    ['mentions it', { command: 'grep -rn apply_patch src' }],
    ['does more than apply it', { command: `${HERE}\nnpm test` }],
    ['holds no patch', { command: 'apply_patch --help' }],
    ['is no text', { command: [1, 2] }],
  ])('is not found in a command that %s', (_what, input) => {
    expect(patchIn('Bash', input)).toBeNull()
    expect(listedCall('Bash', input).tool).toBe('Bash')
  })

  it('lists each file once, at most 50', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `*** Add File: ${index % 100}.ts`)
    expect(patchIn('apply_patch', lines.join('\n'))?.files).toHaveLength(50)
  })

  it('is listed as an edit even if it cannot be parsed', () => {
    for (const input of [undefined, null, 7, [], '', { input: 3 }])
      expect(listedCall('apply_patch', input)).toEqual({ tool: 'Edit', target: '' })
  })
})
