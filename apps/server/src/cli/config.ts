import { Command } from 'commander'
import { parseConfig } from '#config/config.ts'
import { variables } from '#config/variables.ts'

export const configCommand = () =>
  new Command('config')
    .description('Print the settings in force and what they mean; secrets are hidden.')
    .action(() => {
      for (const variable of variables) {
        const given = process.env[variable.name]?.trim()
        const isSecret = 'isSecret' in variable
        const value = given ? (isSecret ? '(set, hidden)' : given) : variable.initial || '(not set)'
        console.log(`${variable.name}=${value}\n    ${variable.meaning}${given ? '' : ' [default]'}`)
      }
      // After the list: somebody with a wrong value still sees all variables.
      parseConfig(process.env)
    })
