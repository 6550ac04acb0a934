import { type Row, rowIn, rowsIn, textIn } from '../rows.ts'

/** People of one's chats: nothing lists them, so they are found by what is there. */
export class TeamsChats {
  readonly #people = new Map<string, Set<string>>()

  /** Looks at a message in the file of somebody, who takes part in all chats of that file. */
  lookAt(owner: string, row: Row): void {
    const chat = textIn(row, 'ChatId')
    if (chat === '') return
    let people = this.#people.get(chat)
    if (!people) this.#people.set(chat, (people = new Set(idsInName(chat))))
    people.add(owner)
    for (const id of [
      textIn(rowIn(rowIn(row, 'From'), 'User'), 'Id'),
      ...rowsIn(row, 'Mentions').map((one) => textIn(rowIn(rowIn(one, 'Mentioned'), 'User'), 'Id')),
      ...rowsIn(row, 'Reactions').map((one) => textIn(rowIn(rowIn(one, 'User'), 'User'), 'Id')),
    ])
      if (id !== '') people.add(id)
  }

  peopleOf(chat: string): readonly string[] {
    return [...(this.#people.get(chat) ?? [])]
  }
}

/** A chat of two is named by both: `19:<id>_<id>@unq.gbl.spaces`. */
const idsInName = (chat: string): string[] => /^19:([\w-]+)_([\w-]+)@unq\./.exec(chat)?.slice(1) ?? []
