import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Has the files that take longest by far: the conformance suite and the tidy rules. */
const FIRST = 'tools';

/** vitest's own order, by the names of projects, but no long file comes last, on one core alone. */
export class LongProjectFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ project }: TestSpecification) => project.name === FIRST;
    return [...sorted.filter(isFirst), ...sorted.filter((one) => !isFirst(one))];
  }
}
