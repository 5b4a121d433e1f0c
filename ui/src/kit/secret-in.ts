/** Returns a password as it was typed: spaces at its ends belong to it. */
export const secretIn = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
