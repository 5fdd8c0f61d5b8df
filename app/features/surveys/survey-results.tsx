import { counted } from '../../../contract/counted.ts'
import { useState } from 'react'
import { SURVEY } from '../../../contract/limits.ts'
import type { QuestionResults, SurveyResults as Results } from '../../../contract/surveys.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { saveCsv } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import style from './surveys.module.css'
import * as words from './words.ts'

const answers = (count: number) => counted(count, 'answer')

/** How many there are, and which of them are shown. */
export function countWords({ anonymous, isClosed, answered, shown }: Omit<Results, 'kind' | 'questions'>): string {
  const step = SURVEY.step
  if (!anonymous || answered === shown) return `${answers(answered)}.`
  if (shown === 0 && answered >= step) return `${answers(answered)}. You’ll see them in about a minute.`
  if (shown === 0 && isClosed)
    return `${answers(answered)}. With fewer than ${step}, you could guess who wrote what, so we don’t show them.`
  if (shown === 0) return `${answers(answered)}. You’ll see the answers once there are ${step}.`
  if (isClosed) return `${answers(answered)}, of which ${shown} are shown. The rest are too few to stay anonymous.`
  return `${answers(answered)}, of which ${shown} are shown. More are shown in groups of ${step}.`
}

/** '4.2 stars on average' */
export function averageWords(counts: QuestionResults['counts']): string | null {
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const stars = counts.reduce((sum, { choice, count }) => sum + Number(choice) * count, 0)
  return all === 0 ? null : `${(stars / all).toFixed(1)} stars on average`
}

const WIDTH = 100

function Bars({ question: { kind, counts, answered } }: { question: QuestionResults }) {
  const most = Math.max(1, answered)
  const wordsOf = (choice: string) => (kind === 'stars' ? counted(Number(choice), 'star') : choice)
  return (
    <>
      <ul className={style.bars} aria-hidden="true">
        {counts.map(({ choice, count }) => (
          <li key={choice} className={style.choice}>
            <span>{wordsOf(choice)}</span>
            <span>{Math.round((count / most) * 100)}%</span>
            <svg viewBox={`0 0 ${WIDTH} 6`} preserveAspectRatio="none">
              <rect className={style.track} width={WIDTH} height="6" />
              <rect className={style.bar} width={(count / most) * WIDTH} height="6" />
            </svg>
          </li>
        ))}
      </ul>
      <details>
        <summary>{words.asTable}</summary>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">Answer</th>
              <th scope="col">Count</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ choice, count }) => (
              <tr key={choice}>
                <th scope="row">{wordsOf(choice)}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

function Texts({ question: { label, texts, answered } }: { question: QuestionResults }) {
  return (
    <>
      {/* It scrolls, so it takes the focus. */}
      <ul className={style.texts} tabIndex={0} aria-label={words.answersTo(label)}>
        {texts.map(({ text, name }, at) => (
          <li key={at}>
            {text}
            {name && <span className="quiet small"> ({name})</span>}
          </li>
        ))}
      </ul>
      {answered > texts.length && <p className="quiet small">{words.theFirst(texts.length)}</p>}
    </>
  )
}

export function QuestionChart({ question }: { question: QuestionResults }) {
  const { kind, label, answered, counts } = question
  const average = kind === 'stars' ? averageWords(counts) : null
  return (
    <section className={style.question}>
      <h3>{label}</h3>
      <p className="quiet small">{[answers(answered), average].filter(Boolean).join(', ')}</p>
      {kind === 'text' ? answered > 0 && <Texts question={question} /> : <Bars question={question} />}
    </section>
  )
}

export default function SurveyResults({ surveyId }: { surveyId: number }) {
  const { loaded, reload } = useCall(`results ${surveyId}`, (api) => api.surveys.results({ params: { surveyId } }))
  const [problem, setProblem] = useState<string | null>(null)
  if (loaded.state === 'loading') return <Spinner label={words.loadingResults} />
  if (loaded.state === 'failed')
    return (
      <TryAgain onPress={reload}>
        <p>{failureSentence(loaded.error, 'The results could not be loaded.')}</p>
      </TryAgain>
    )
  const { questions, ...results } = loaded.value
  const download = async () => {
    setProblem(null)
    try {
      const csv = await (await loadApi()).surveys.resultsCsv({ params: { surveyId } })
      saveCsv(`survey-${surveyId}.csv`, csv)
    } catch (error) {
      setProblem(failureSentence(error, 'Your file could not be prepared. Please try again.'))
    }
  }
  return (
    <div className={style.results}>
      <h2>Results</h2>
      <p>{countWords(results)}</p>
      {results.shown > 0 && (
        <>
          {questions.map((question, at) => (
            <QuestionChart key={at} question={question} />
          ))}
          <FormMessage problem={problem} />
          <div>
            <Button look="outlined" onClick={() => void download()}>
              {words.downloadCsv}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
