import { localPrincipal, type Visibility, visibilityOf } from './visibility.js'

/**
 * What the service itself sees: everything. For reads that no request asked for, such as those of reactors, metrics, broadcasts
 * and the command line, and for the state from which a command decides.
 */
export const systemVisibility: Visibility = visibilityOf(localPrincipal)
