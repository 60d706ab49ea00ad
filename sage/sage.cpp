// Open Sage behind four functions in C, for boardcam/coach/sage_library.py. The wheel of Open Sage has more, but there is none
// for Linux on ARM, and its Python module takes 2.7 GB to compile; scripts/build-sage compiles this and the files of Open Sage
// that it needs (MPL-2.0, Mark Higgins) in a ninth of that.
//
// The networks are read once, by sage_open. One call values one board: which boards deserve how deep a look, and when it is too
// late for another, is for the caller to say, who looks at the clock between them.
//
// Boards are 26 counts from the seat of the player on roll, as boardcam/coach/board.py has them. A stake is from the same seat:
// [cube, owner (1 own, 0 centred, -1 the opponent's), points away, points away of the opponent (0, 0: money), Crawford, Jacoby,
// beavers]. Plies are turns looked ahead, from 0. Boards and stakes must have been checked. What fails is told by sage_error.
#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bgbot/bearoff.h"
#include "bgbot/board.h"
#include "bgbot/cube.h"
#include "bgbot/multipy.h"
#include "bgbot/neural_net.h"
#include "bgbot/pubeval.h"

using namespace bgbot;

namespace {

struct Sage {
    BearoffDB table;
    std::shared_ptr<Strategy> strategy;
    PubEval glance;  // chooses the replies that the networks look at when it is about a cube
};

const MoveFilter REPLIES{5, 0.08f};  // those that are looked at deeper, as Open Sage does by default
thread_local std::string failure;

Board seen(const int* counts) {
    Board board;
    std::copy(counts, counts + board.size(), board.begin());
    return board;
}

CubeInfo cube(const int* stake) {
    const bool money = stake[2] == 0;
    const auto owner = stake[1] == 0 ? CubeOwner::CENTERED : stake[1] > 0 ? CubeOwner::PLAYER : CubeOwner::OPPONENT;
    return {stake[0], owner, {stake[2], stake[3], stake[4] != 0}, -1.0f, money && stake[5] != 0, money && stake[6] != 0};
}

template <typename Work>
int tried(Work work) {  // 1, or 0 and why not: no exception may leave C++
    try {
        work();
        return 1;
    } catch (const std::exception& error) {
        failure = error.what();
    } catch (...) {
        failure = "Open Sage failed";
    }
    return 0;
}

}  // namespace

extern "C" {

const char* sage_error() { return failure.c_str(); }

// The engine, for as long as the process lives; null if its networks or its bear-off table cannot be read.
void* sage_open(const char* const* networks, const int* hidden, int count, const char* table) {
    auto sage = std::make_unique<Sage>();
    const bool good = tried([&] {
        const std::vector<std::string> paths(networks, networks + count);
        const std::vector<int> sizes(hidden, hidden + count);
        if (!sage->table.load(table)) throw std::runtime_error(std::string("cannot read ") + table);
        const auto base = std::make_shared<BackgameAwarePairStrategy>(paths, sizes, true);
        sage->strategy = std::make_shared<BearoffStrategy>(base, &sage->table);
    });
    return good ? sage.release() : nullptr;
}

// told: equity, win, gammon, backgammon, lost gammon, lost backgammon. root: the board from which the opponent has just moved.
int sage_value(void* opened, const int* board, const int* stake, int plies, const int* root, double* told) {
    return tried([&] {
        const Board here = seen(board), before = seen(root);
        const auto& sage = *static_cast<Sage*>(opened);
        const auto found =
            cubeful_probs_and_equity_nply(here, cube(stake), *sage.strategy, plies + 1, REPLIES, 1, nullptr, &before);
        told[0] = found.equity;
        std::copy(found.probs.begin(), found.probs.end(), told + 1);
    });
}

// told: equity without a double, when doubled and taken, when doubled and passed, then the chances as above.
int sage_cube(void* opened, const int* board, const int* stake, int plies, double* told) {
    return tried([&] {
        auto& sage = *static_cast<Sage*>(opened);
        const Board here = seen(board), there = flip(here);
        const auto worth = cube_decision_nply(here, cube(stake), *sage.strategy, plies + 1, REPLIES, 1, &sage.glance);
        MultiPlyStrategy ahead(sage.strategy, plies + 1, REPLIES, false, false, 1);
        ahead.set_bearoff_db(&sage.table);
        const auto chances = invert_probs(ahead.evaluate_probs(there, there));
        ahead.clear_cache();  // it is the thread's, and would be the next question's
        told[0] = worth.equity_nd, told[1] = worth.equity_dt, told[2] = worth.equity_dp;
        std::copy(chances.begin(), chances.end(), told + 3);
    });
}

}
