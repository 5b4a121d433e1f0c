import { call } from '../api/call.js'

/**
 * Loads a part of the dashboard. Where nobody answers, that is said as of every other question: of a file that is missing the
 * router takes that a newer build is there and loads the page anew, which would leave nothing where nobody answers.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    await call('GET /api/health')
    throw error
  }
}
