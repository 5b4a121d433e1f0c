/** How many agents can race. */
export const RACERS = { least: 2, most: 4 } as const
/** The amounts in US dollars at which a race can stop. */
export const RACE_LIMIT_USD = { least: 0.01, most: 10_000 } as const
