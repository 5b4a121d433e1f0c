/** A setting that is passed to git, which overrides those of all files. */
export type GitSetting = readonly [key: string, value: string]

/** Returns settings as git's environment. Unlike `-c`, it can hold keys with an equals sign, and nobody can list it. */
export const asEnvironment = (settings: readonly GitSetting[]): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(settings.length)],
    ...settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ])
