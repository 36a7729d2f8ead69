/** A word without the marks around it. */
export const bareWord = (word: string): string => {
  let [start, end] = [0, word.length]
  while (start < end && MARKS.includes(word[start]!)) start += 1
  while (end > start && MARKS.includes(word[end - 1]!)) end -= 1
  return word.slice(start, end)
}

const MARKS = '"\'`()[]{}<>,;:!.'
