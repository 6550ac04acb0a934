import { Command } from 'commander'
import { parseConfig } from '#config/config.ts'
import { secretOfFileVariable } from '#config/read-secret-files.ts'
import { isProviderVariable } from '#config/sign-in.ts'
import { variables } from '#config/variables.ts'

export const configCommand = () =>
  new Command('config')
    .description('Print the settings in force and what they mean; secrets are hidden.')
    .action(() => {
      for (const variable of variables.flatMap(expanded)) {
        const isSecret = 'isSecret' in variable
        const file = isSecret ? process.env[`${variable.name}_FILE`]?.trim() : undefined
        const given = process.env[variable.name]?.trim() || file
        const value = given
          ? isSecret
            ? file
              ? `(in ${file}, hidden)`
              : '(set, hidden)'
            : given
          : variable.initial || '(not set)'
        console.log(`${variable.name}=${value}\n    ${variable.meaning}${given ? '' : ' [default]'}`)
      }
      // After the list: somebody with a wrong value still sees all variables.
      parseConfig(process.env)
    })

type Variable = (typeof variables)[number]

/** The variables of the named sign-in services in place of the one with a star. */
function expanded(variable: Variable): (Omit<Variable, 'name'> & { readonly name: string })[] {
  const [before = '', after] = variable.name.split('*')
  if (after === undefined) return [variable]
  const names = Object.keys(process.env).map((name) => secretOfFileVariable(name) ?? name)
  const set = [...new Set(names)].filter(
    (name) => name.startsWith(before) && name.endsWith(`_${after.slice(1)}`) && isProviderVariable(name),
  )
  return set.length === 0 ? [variable] : set.map((name) => ({ ...variable, name }))
}
