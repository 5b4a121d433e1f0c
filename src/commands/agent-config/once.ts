import type { ConfigPlaces } from './places.js'

/** Returns a read that happens once for each request: the places of a request are a value of its own. */
export const oncePerRequest = <A>(read: (places: ConfigPlaces) => Promise<A>) => {
  const known = new WeakMap<ConfigPlaces, Promise<A>>()
  return (places: ConfigPlaces): Promise<A> => {
    const found = known.get(places)
    if (found !== undefined) return found
    const started = read(places)
    known.set(places, started)
    return started
  }
}
