// How PostgreSQL carries out the statements that a query really sends: they are overheard, then explained with the same
// values.
import pg from 'pg'
import { expect, vi } from 'vitest'
import type { Db } from '../db/client.ts'

export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Rows Removed by Filter'?: number
  'Actual Loops'?: number
  Plans?: Plan[]
}

export const scansIn = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(scansIn),
]

interface Statement {
  text: string
  values: unknown[]
}

type Question = string | { text: string; values?: unknown[] }

const READS = /^\s*(select|with)\b/i

export async function overheard(ask: () => Promise<unknown>, which = READS): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await ask()
    const calls = spy.mock.calls as unknown as [Question, unknown][]
    return calls
      .map(([question, values]) => {
        const given = Array.isArray(values) ? (values as unknown[]) : undefined
        return typeof question === 'string'
          ? { text: question, values: given ?? [] }
          : { text: question.text, values: given ?? question.values ?? [] }
      })
      .filter(({ text }) => which.test(text))
  } finally {
    spy.mockRestore()
  }
}

export const rowsInVain = (plan: Plan): number =>
  (plan['Rows Removed by Filter'] ?? 0) * (plan['Actual Loops'] ?? 1) +
  (plan.Plans ?? []).reduce((sum, part) => sum + rowsInVain(part), 0)

export async function plansOf(db: Db, ask: () => Promise<unknown>, which = READS): Promise<Plan[]> {
  const statements = await overheard(ask, which)
  expect(statements.length).toBeGreaterThan(0)
  const plans: Plan[] = []
  for (const { text, values } of statements) {
    const { rows } = await db.$client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (plan) plans.push(plan)
  }
  return plans
}

/** Tables that are read from end to end, and walks along an index past more than `few` rows that were not wanted. */
export async function readWhole(db: Db, ask: () => Promise<unknown>, few: number): Promise<string[]> {
  const plans = await plansOf(db, ask)
  const inVain = plans.map(rowsInVain).filter((count) => count > few)
  return [...plans.flatMap(scansIn), ...inVain.map((count) => `${count} rows in vain`)]
}
