import type { RouteAnswer } from '../../../../../src/http/contract/index.js'

export type Role = RouteAnswer<'GET /api/users/:id'>['user']['role']

/** In the order of what they may do. */
export const ROLE_OPTIONS: readonly Role[] = ['member', 'analyst', 'admin']

export const roleIn = (text: string): Role => ROLE_OPTIONS.find((role) => role === text) ?? 'member'
