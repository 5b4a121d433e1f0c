/** What was typed into a field of a form, trimmed. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** What was typed into a field: a number where one is asked for and given, nothing where the field is empty. */
export function formValue(form: FormData, name: string, isNumber: boolean): string | number | undefined {
  const text = formText(form, name)
  if (text === '') return undefined
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text
}
