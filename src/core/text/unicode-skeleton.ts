/**
 * A canonical form of names that look alike, so that copies of a name can be found by comparison. Never show it.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */

/** Longer input is cut: no name needs more. */
const MAX_UNITS = 1_024

/**
 * Lower case Latin letters and digits, also for letters that resemble them. Case, accents, spaces, signs and invisible
 * characters are ignored; `I`, `l` and `1` become one letter, as do `0` and `o`. Empty for a name without letters and
 * digits.
 *
 * @example toSkeleton('Мета\u200BМask') === toSkeleton('MetaMask') // true
 */
export function toSkeleton(name: string): string {
  let skeleton = ''
  // The lunate sigma looks like a c, but NFKD would turn it into a sigma, which does not.
  const plain = name.slice(0, MAX_UNITS).replace(/[™℠]/g, '').replace(/[ϲϹ]/g, 'c')
  // NFKD turns full-width, circled, mathematical and superscript letters into plain ones, and accented letters into two
  // characters.
  for (const sign of plain.normalize('NFKD')) {
    const letter =
      lookAlikes.get(sign) ?? lookAlikes.get(sign.toUpperCase()) ?? toLetter(sign.codePointAt(0) ?? 0)
    if (letter) skeleton += letter
    else if (visible.test(sign)) skeleton += sign.toLowerCase()
  }
  return skeleton.replace(/[l1]/g, 'i').replaceAll('0', 'o').replaceAll('rn', 'm').replaceAll('vv', 'w')
}

const visible = /[\p{L}\p{N}](?<!\p{Default_Ignorable_Code_Point})/u

/** Letters in boxes and on flags: they are in alphabetical order, but NFKD keeps them. */
function toLetter(code: number): string | undefined {
  const start = [0x1_f130, 0x1_f150, 0x1_f170, 0x1_f1e6].find((from) => code >= from && code < from + 26)
  return start === undefined ? undefined : String.fromCharCode(97 + code - start)
}

/** Letters that look like Latin letters or digits, with their counterpart. */
export const lookAlikes: ReadonlyMap<string, string> = new Map(
  (
    'aаАαΑɑᴀꓮᎪա bЬьВΒʙᏴꓐƄ cсСϲϹᴄꓚᏟⲥ dԁԀᴅꓓᎠժ eеЕҽΕᴇꓰᎬ fꜰꓝƒϝ gɡɢԌꓖᏀցɩ hһҺНΗʜꓧᎻհ iіІїЇıɪιΙꓲӏӀاון| jјЈϳյᴊꓙᎫ ' +
    'kкКκΚᴋꓗᏦ lʟꓡᏞԼ mМΜᴍꓟᎷ nɴΝꓠո oоОοΟᴏꓳօՕס٠۰०০੦૦௦൦๐໐ pрРρΡᴘꓑᏢքϱ qԛԚգզ rʀꓣᏒ sѕЅꜱꓢᏚՏ tТτΤᴛꓔᎢ ' +
    'uυսՍᴜꓴև vѵѴνᴠꓦᏙ wԝԜᴡꓪᏔѡ xхХχΧꓫᕁ yуУүҮΥʏꓬᎩ zᴢΖꓜᏃ 3ЗзӠ'
  )
    .split(' ')
    .flatMap((group) => Array.from(group.slice(1), (sign) => [sign, group[0] ?? ''] as const)),
)
