import type { ParseHtml } from '@tagma/importers/teams/teams-html.ts'
import { Parser } from 'htmlparser2'

/** Parses the HTML of messages for a reader. */
export const parseHtml: ParseHtml = (html, events) => {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => events.open(name, attributes),
      ontext: (text) => events.text(text),
      onclosetag: (name) => events.close(name),
    },
    { decodeEntities: true },
  )
  parser.end(html)
}
