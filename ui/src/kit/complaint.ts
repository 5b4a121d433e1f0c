/** What the service said about a field, without the name of the field that it begins with. */
export const complaint = (message: string, field: string): string =>
  message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message
