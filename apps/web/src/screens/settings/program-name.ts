import { t } from '#words/words.ts'

/** Returns the name of a browser in the language of the page. The server writes `Firefox on Linux` in any language. */
export function programName(program: string): string {
  const [, name = '', system = ''] = /^(\w[\w ]*) on (\w+)$/.exec(program) ?? []
  return name === '' ? program : t('settings.sessions.program', { program: name, system })
}
