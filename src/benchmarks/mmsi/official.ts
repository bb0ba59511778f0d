import type { UnitResult } from '../../contracts/index.ts';
import { pythonPercent as percent } from '../../extract/index.ts';
import { officialHit, type RotationGroup, rotationGroups } from './score.ts';

/**
 * What the authors' `evaluate` prints: four lines, or its circular report for rotations. It knows no repetitions, so only the
 * first one is shown; a reply that never came is a wrong answer to it.
 */
export function printOfficial(results: readonly UnitResult[]): string {
  const first = results.filter(({ epoch }) => epoch === 0);
  const groups = rotationGroups(first);
  return groups.length > 0 ? circularReport(first.length, groups) : plainReport(first);
}

function plainReport(results: readonly UnitResult[]): string {
  const right = results.filter(({ score }) => score === 1).length;
  return lines(
    'MMSI_Bench 评测结果：',
    `总样本数: ${results.length}`,
    `正确样本数: ${right}`,
    `准确率: ${percent(results.length > 0 ? right / results.length : 0, 2)}`,
  );
}

/** As printed with the default arguments and nothing in `.cache`. */
function circularReport(rows: number, groups: readonly RotationGroup[]): string {
  const [overall, ...byCategory] = circularTable(groups);
  return lines(
    "缓存目录 '.cache' 中已有 0 个缓存文件",
    '使用 32 个并行进程提取选项，缓存目录：.cache',
    '使用多进程模式',
    `已完成 ${rows} 个样本的选项提取`,
    '新增 0 个缓存文件，共有 0 个缓存文件',
    '🔄 开始计算循环评估 (Circular Evaluation) 结果...',
    '🔍 开始计算传统评估 (Vanilla Evaluation) 结果...',
    '\n====== MMSI_Bench 评测结果 ======',
    `总样本组数: ${groups.length}`,
    `\n📊 传统评估 (Vanilla) - 单题正确率: ${percent(overall.vanilla, 2)}`,
    `📊 循环评估 (Circular) - 全题组正确率: ${percent(overall.circular, 2)}`,
    '\n📊 各类别准确率:',
    ...byCategory.flatMap(({ name, vanilla, circular }) => [
      `${name}:`,
      `  传统评估: ${percent(vanilla, 2)}`,
      `  循环评估: ${percent(circular, 2)}`,
    ]),
  );
}

/** A row of the authors' `_combined_acc.csv`. */
interface CircularRow {
  name: string;
  circular: number;
  vanilla: number;
}

/** Overall, then the categories as the file at hand spells them, in the order in which they turn up. */
export function circularTable(groups: readonly RotationGroup[]): [CircularRow, ...CircularRow[]] {
  const row = (name: string, members: readonly RotationGroup[]): CircularRow => ({
    name,
    circular: members.filter((group) => officialHit(group) === 1).length / members.length,
    vanilla: members.filter(({ rows }) => rows[0].score === 1).length / members.length,
  });
  // A unit without a reply was never scored, so it does not know its label; another of its category does.
  const rows = groups.flatMap((group) => group.rows);
  const labels = new Map(rows.flatMap(({ groups, facts }) => (facts ? [[groups.category, String(facts.label)]] : [])));
  const labelOf = ({ groups }: UnitResult) => labels.get(groups.category) ?? String(groups.category);
  const byLabel = Map.groupBy(groups, ({ rows }) => labelOf(rows[0]));
  return [row('Overall', groups), ...[...byLabel].map(([label, members]) => row(label, members))];
}

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}
