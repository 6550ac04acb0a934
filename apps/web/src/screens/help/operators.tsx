import { addressOf, type Term } from '@tagma/contract/address.ts'
import { termLabel } from '#screens/search/term-label.ts'
import { t, type WordId } from '#words/words.ts'

/** Operators that take a name, as one types them. */
const named: readonly (readonly [typed: string, meaning: WordId])[] = [
  ['sender:', 'help.finds-sender'],
  ['channel:', 'help.finds-channel'],
  ['topic:', 'help.finds-topic'],
  ['dm:', 'help.finds-with'],
  ['mentions:', 'help.finds-mentions'],
  ['date:2026-11-22', 'help.finds-date'],
  ['search:', 'help.finds-words'],
  ['id:', 'help.finds-id'],
  ['near:', 'help.finds-near'],
]

/** Operators that are complete, and lead to what they find. */
const complete: readonly (readonly [Term['operator'], readonly string[]])[] = [
  ['is', ['dm', 'unread', 'starred', 'mentioned', 'alerted', 'followed', 'resolved', 'muted']],
  ['has', ['link', 'image', 'attachment', 'reaction']],
  ['channels', ['all', 'public', 'web-public', 'archived']],
]

/** The operators of searches. */
export function Operators() {
  return (
    <>
      <p>{t('help.operators-text')}</p>
      <table class="help-table">
        <thead>
          <tr>
            <th scope="col">{t('help.operator')}</th>
            <th scope="col">{t('help.finds')}</th>
          </tr>
        </thead>
        <tbody>
          {named.map(([typed, meaning]) => (
            <tr key={typed}>
              <td>
                <code>{typed}</code>
              </td>
              <td>{t(meaning)}</td>
            </tr>
          ))}
          {complete.flatMap(([operator, operands]) =>
            operands.map((operand) => {
              const term: Term = { operator, operand }
              return (
                <tr key={`${operator}:${operand}`}>
                  <td>
                    <a href={addressOf({ kind: 'search', terms: [term] })}>
                      <code>{`${operator}:${operand}`}</code>
                    </a>
                  </td>
                  <td>{termLabel(term, undefined)}</td>
                </tr>
              )
            }),
          )}
        </tbody>
      </table>
    </>
  )
}
