/** An agent and the agents it started. */
export interface TreeNode {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly subagent_type: string | null
  readonly status: string
  readonly task: string | null
  readonly started_at: string
  readonly ended_at: string | null
  readonly children: readonly TreeNode[]
}
