// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// An account of two owners, with the events of a Safe 1.4.1. Whose signatures it has, it does not check.
contract Multisig {
    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);
    event ExecutionFailure(bytes32 indexed txHash, uint256 payment);

    uint256 public nonce;

    receive() external payable {}

    function getThreshold() external pure returns (uint256) {
        return 2;
    }

    function getTransactionHash(address to, uint256 value, bytes calldata data) public view returns (bytes32) {
        return keccak256(abi.encode(address(this), to, value, data, nonce));
    }

    function execTransaction(address to, uint256 value, bytes calldata data) external {
        bytes32 txHash = getTransactionHash(to, value, data);
        nonce++;
        (bool success, ) = to.call{value: value}(data);
        if (success) emit ExecutionSuccess(txHash, 0);
        else emit ExecutionFailure(txHash, 0);
    }
}

/// An account that does what an entry point says, and pays it for the gas.
contract SmartAccount {
    receive() external payable {}

    function execute(address to, uint256 value, bytes calldata data) external {
        (bool success, ) = to.call{value: value}(data);
        require(success, "the call failed");
    }

    function pay(address payable beneficiary, uint256 cost) external {
        beneficiary.transfer(cost);
    }
}

struct Operation {
    SmartAccount sender;
    uint256 nonce;
    bytes callData;
}

/// Carries out user operations as ERC-4337 says: one that fails does not undo the others. It checks no signatures.
contract EntryPoint {
    event UserOperationEvent(
        bytes32 indexed userOpHash,
        address indexed sender,
        address indexed paymaster,
        uint256 nonce,
        bool success,
        uint256 actualGasCost,
        uint256 actualGasUsed
    );

    function getUserOpHash(Operation calldata op) public view returns (bytes32) {
        return keccak256(abi.encode(op, address(this), block.chainid));
    }

    function handleOps(Operation[] calldata ops, address payable beneficiary) external {
        for (uint256 at = 0; at < ops.length; at++) {
            Operation calldata op = ops[at];
            uint256 start = gasleft();
            (bool success, ) = address(op.sender).call(op.callData);
            uint256 used = start - gasleft();
            op.sender.pay(beneficiary, used * tx.gasprice);
            emit UserOperationEvent(
                getUserOpHash(op), address(op.sender), address(0), op.nonce, success, used * tx.gasprice, used
            );
        }
    }
}
