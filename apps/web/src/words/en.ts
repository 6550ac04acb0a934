import shell from './en/shell.json' with { type: 'json' }

/** The English texts, by id. A text may hold ICU arguments: `{count, plural, one {# message} other {# messages}}`. */
export const en = { ...shell }
