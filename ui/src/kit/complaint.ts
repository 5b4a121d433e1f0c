/** Returns a message of the service about a field without the name of the field, which it starts with. */
export const complaint = (message: string, field: string): string =>
  message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message
