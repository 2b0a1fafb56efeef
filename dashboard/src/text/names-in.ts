/** The names that semicolons separate, as a person types them. */
export const namesIn = (text: string): string[] =>
  text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
