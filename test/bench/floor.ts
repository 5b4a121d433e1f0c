/**
 * Measures the minimum work of an import in JavaScript: read every transcript and parse every line once.
 *
 *   node --import tsx test/bench/floor.ts <folder>      prints `{"seconds", "files", "lines", "bytes"}`
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const isJson = (line: string): boolean => {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

const startedAt = performance.now()
const files = readdirSync(process.argv[2] ?? '.', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
  .map((entry) => join(entry.parentPath, entry.name))
let [lines, bytes] = [0, 0]
for (const file of files) {
  const content = readFileSync(file)
  bytes += content.length
  for (const line of content.toString('utf8').split('\n')) if (line !== '' && isJson(line)) lines++
}
console.log(JSON.stringify({ seconds: (performance.now() - startedAt) / 1000, files: files.length, lines, bytes }))
