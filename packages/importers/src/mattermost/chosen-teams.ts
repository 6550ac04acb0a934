import { ImportProblem } from '../import-problem.ts'
import { type Row, rowsIn, textIn, textsIn } from '../rows.ts'

/** A line of an export. */
interface Line {
  readonly type: string
  readonly row: Row
}

/** The teams of an export that come along, with their people; all, if nobody chose. */
export class ChosenTeams {
  readonly #teams: ReadonlySet<string> | undefined
  readonly #people = new Set<string>()

  private constructor(teams: ReadonlySet<string> | undefined) {
    this.#teams = teams
  }

  /** Finds the people of the chosen teams. Throws an `ImportProblem` for a team that the export does not have. */
  static async read(
    lines: () => AsyncIterable<Line>,
    chosen: readonly string[] | undefined,
  ): Promise<ChosenTeams> {
    if (chosen === undefined) return new ChosenTeams(undefined)
    const teams = new ChosenTeams(new Set(chosen))
    const known = new Set<string>()
    for await (const { type, row } of lines()) {
      if (type === 'team') known.add(textIn(row, 'name'))
      if (type === 'user' && teams.#isOfChosen(row)) teams.#people.add(textIn(row, 'username').toLowerCase())
    }
    const strange = chosen.find((name) => !known.has(name))
    if (strange !== undefined)
      throw new ImportProblem(`There is no team ${strange}. Teams: ${[...known].join(', ')}.`)
    return teams
  }

  /** Returns a row, as far as it is of the chosen teams; undefined for one that is of others. */
  take({ type, row }: Line): Row | undefined {
    const chosen = this.#teams
    if (!chosen) return row
    switch (type) {
      case 'team':
        return chosen.has(textIn(row, 'name')) ? row : undefined
      case 'channel':
      case 'post':
        return chosen.has(textIn(row, 'team')) ? row : undefined
      case 'user':
        return this.#isOfChosen(row)
          ? { ...row, teams: rowsIn(row, 'teams').filter((team) => chosen.has(textIn(team, 'name'))) }
          : undefined
      case 'direct_channel':
      case 'direct_post':
        return this.#isAmongChosen(row) ? row : undefined
      default:
        return row
    }
  }

  #isOfChosen(row: Row): boolean {
    return rowsIn(row, 'teams').some((team) => this.#teams?.has(textIn(team, 'name')) === true)
  }

  /** Direct messages are of no team: those of which one of the people comes along do, too. */
  #isAmongChosen(row: Row): boolean {
    const names = [
      ...textsIn(row, 'channel_members'),
      ...textsIn(row, 'members'),
      ...rowsIn(row, 'participants').map((one) => textIn(one, 'username')),
    ]
    return names.some((name) => this.#people.has(name.toLowerCase()))
  }
}
