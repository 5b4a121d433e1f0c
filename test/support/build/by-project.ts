import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The most expensive project first. */
const ORDER = ['e2e', 'int', 'unit', 'component']

/**
 * Sorts the test files by project, the longest first. A worker restarts when the project changes and loses its modules
 * and its browser. The short files come last, so that both workers finish together.
 */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification): number => ORDER.indexOf(project.name)
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
