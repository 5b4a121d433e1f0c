import { resolve } from 'node:path'
import { Command } from 'commander'
import { copyPipelineExamples } from '../adapters/files/pipeline-examples.js'
import { readConfig } from '../config.js'
import { PIPELINE_EXAMPLES } from '../version.js'
import { print, printJson, say } from './output.js'
import { askService } from './service.js'

export const pipelinesCommand = (): Command => {
  const command = new Command('pipelines').description('manage the stages that the work in lanes goes through')
  command
    .command('list', { isDefault: true })
    .description('list the installed templates and their stages')
    .option('--json', 'print the templates as JSON')
    .action(list)
  command
    .command('init')
    .description('copy the example templates to a directory; existing files stay')
    .argument('[directory]', 'default: DASHBOARD_PIPELINES_DIR, else pipelines in the data directory')
    .action(init)
  command
    .command('prompt')
    .description('print instructions for CLAUDE.md or AGENTS.md, so that agents declare their stages')
    .action(() => print(PROMPT))
  return command
}

const list = async ({ json }: { readonly json?: boolean }): Promise<void> => {
  const { pipelines } = await askService(readConfig())('GET /api/lanes/pipelines', {})
  if (json) return printJson({ pipelines })
  if (pipelines.length === 0) return say('no templates: copy the examples with switchyard pipelines init')
  for (const { id, nodes } of pipelines)
    print(`${id}: ${nodes.map((node) => `${node.id}${node.gate ? ' (gate)' : ''}`).join(' > ')}`)
  return undefined
}

const init = (directory: string | undefined): void => {
  const { pipelinesDir } = readConfig()
  const to = directory === undefined ? pipelinesDir : resolve(directory)
  const { copied, kept } = copyPipelineExamples(PIPELINE_EXAMPLES, to)
  for (const path of copied) print(path)
  for (const path of kept) say(`${path} exists and stays`)
  if (pipelinesDir !== to) say(`start the service with DASHBOARD_PIPELINES_DIR=${to}`)
}

const PROMPT = `## Stages

This directory is a lane of Switchyard. Declare the stage of your work, so that others see how far it is:

- \`switchyard lanes stage\` shows the stages of the lane and the current one.
- \`switchyard lanes stage <stage>\` when you start a stage.
- \`switchyard lanes stage <stage> --result pass --evidence <link or path>\` when you finish it. A gate needs evidence: the
  output of tests, a pull request, a screenshot.
- \`switchyard lanes stage <stage> --result fail --evidence <link or path>\` when it failed. Then declare the stage that you go
  back to.
- \`switchyard lanes feature <slug>\` before you start to work on something else. Each feature keeps its own stage.
- \`switchyard lanes proof <image> --group <phase>\` stores a screenshot that shows the result, such as --group after.
- \`switchyard lock <name> -- <command>\` runs a command that only one lane may run at a time.`
