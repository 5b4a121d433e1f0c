import { patchIn } from '../patch.js'
import { type Fields, fields, isFields, listOf, textOf } from '../transcript/json.js'
import { type FileChange, type Hunk, hunksBetween, hunksOfNewFile } from './hunk.js'
import { changesOfPatch } from './patch-changes.js'

const PATH_MAX = 1000

/** The tools of Claude Code that change files. */
export const FILE_TOOLS = ['Edit', 'MultiEdit', 'Write', 'NotebookEdit'] as const
type FileTool = (typeof FILE_TOOLS)[number]

const isFileTool = (tool: string): tool is FileTool => FILE_TOOLS.some((known) => known === tool)

/** A call that changes files: its name for lists, and the paths it names. */
export interface EditingCall {
  readonly tool: string
  readonly paths: readonly string[]
}

/** Returns the files that a call changes; null if it changes none. */
export function editingCall(tool: string, input: unknown): EditingCall | null {
  if (isFileTool(tool)) {
    const path = pathIn(fields(input))
    return path === null ? null : { tool, paths: [path] }
  }
  const patch = patchIn(tool, input)
  if (patch === null) return null
  const paths = changesOfPatch(patch.text).map((change) => change.path)
  return paths.length === 0 ? null : { tool: 'Edit', paths }
}

const pathIn = (input: Fields): string | null =>
  textOf(input['file_path'], PATH_MAX) ?? textOf(input['notebook_path'], PATH_MAX)

/**
 * Returns the changes of a call, one for each path of `editingCall` and in the same order.
 * @param result the structured result of Claude Code, which has the numbers of the lines; anything else is ignored
 */
export function changesOfCall(tool: string, input: unknown, result: unknown): readonly FileChange[] {
  const given = fields(input)
  const path = pathIn(given)
  if (isFileTool(tool)) return path === null ? [] : [{ path, hunks: hunksOf(tool, given, fields(result)) }]
  const patch = patchIn(tool, input)
  return patch === null ? [] : changesOfPatch(patch.text)
}

function hunksOf(tool: FileTool, input: Fields, result: Fields): readonly Hunk[] {
  const recorded = listOf(result['structuredPatch']).filter(isFields).map(recordedHunk)
  if (recorded.length > 0) return recorded
  if (tool === 'Write') return hunksOfNewFile(words(input['content']))
  if (tool === 'NotebookEdit') return hunksBetween(words(result['old_source']), words(input['new_source']))
  const edits = tool === 'MultiEdit' ? listOf(input['edits']).filter(isFields) : [input]
  return edits.flatMap((edit) => hunksBetween(words(edit['old_string']), words(edit['new_string'])))
}

const words = (value: unknown): string => (typeof value === 'string' ? value : '')

const recordedHunk = (hunk: Fields): Hunk => ({
  oldStart: lineNumber(hunk['oldStart']),
  newStart: lineNumber(hunk['newStart']),
  // `\ No newline at end of file` is not a line.
  lines: listOf(hunk['lines']).filter((line): line is string => typeof line === 'string' && !line.startsWith('\\')),
})

const lineNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
