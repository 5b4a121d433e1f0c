import { createRootRoute } from '@tanstack/react-router'
import { NotFound } from './not-found.js'
import { Shell } from './shell.js'

export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound })
