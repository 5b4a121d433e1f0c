import { call } from '../api/call.js'

/**
 * Loads a part of the dashboard. If the service does not answer, it fails like every other request. Otherwise the router would
 * take the missing file for a newer build and reload the page, which would be empty then.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    await call('GET /api/health')
    throw error
  }
}
